import { MantineProvider } from "@mantine/core";
import { lazy, Suspense, useLayoutEffect } from "react";
import { BrowserRouter } from "react-router-dom";
import { loadPatiently } from "../platform/late-code.ts";
import { useDevicePreferences } from "../preferences/device-preferences.ts";
import { useAtRest } from "../ui/at-rest.ts";
import { LateDigitalRain } from "./digital-rain/late-digital-rain.tsx";
import { FailureBoundary } from "./failure-boundary.tsx";
import { PageFailure } from "./page-failure.tsx";
import { AppRoutes } from "./routes.tsx";
import { theme } from "./theme.ts";

// No page needs these for its first render.
const Toasts = lazy(async () => {
  return { default: (await loadPatiently(() => import("./toasts.tsx"))).Toasts };
});
const UpdatePrompt = lazy(async () => {
  return { default: (await loadPatiently(() => import("./update-prompt.tsx"))).UpdatePrompt };
});

/** The app: its look, its routes, and what floats above them. */
export function App() {
  const scheme = useDevicePreferences((preferences) => preferences.theme);
  const resting = useAtRest();
  useLayoutEffect(() => {
    document.documentElement.classList.remove(scheme === "dark" ? "light" : "dark");
    document.documentElement.classList.add(scheme);
  }, [scheme]);
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={scheme}
      // The build makes a stylesheet of its variables; nothing uses its classes.
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <FailureBoundary fallback={null}>
        <LateDigitalRain />
      </FailureBoundary>
      <FailureBoundary fallback={<PageFailure />}>
        <BrowserRouter>
          <AppRoutes />
        </BrowserRouter>
      </FailureBoundary>
      {resting && (
        <FailureBoundary fallback={null}>
          <Suspense fallback={null}>
            <Toasts />
          </Suspense>
          <Suspense fallback={null}>
            <UpdatePrompt />
          </Suspense>
        </FailureBoundary>
      )}
    </MantineProvider>
  );
}
