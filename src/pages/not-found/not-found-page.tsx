import { Button, Text } from "@mantine/core";
import { useEffect } from "react";
import { Link, useLocation } from "react-router-dom";
import { PageHeading } from "#ui/page-heading.tsx";
import classes from "./not-found-page.module.css";

/** Shown for every address that is not a page of the app. */
export function NotFoundPage() {
  const { pathname } = useLocation();
  useEffect(() => {
    console.error("Unknown route:", pathname);
  }, [pathname]);
  return (
    <main className={classes.page}>
      <PageHeading title="404" />
      <Text mb="0.75rem" c="dimmed" fz="xl">
        Oops! Page not found
      </Text>
      <Button component={Link} to="/" size="lg">
        Return to Home
      </Button>
    </main>
  );
}
