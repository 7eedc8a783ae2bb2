import { Link, Outlet, useLocation } from "react-router-dom";
import { Brand } from "#ui/brand.tsx";
import { FailureBoundary, PageFailure } from "../failures/failure-boundary.tsx";
import classes from "./public-layout.module.css";
import { ShellFooter } from "./shell-footer.tsx";
import { SkipLink } from "./skip-link.tsx";

/** The layout of pages that need no sign-in, shown together with its page. */
export function PublicLayout() {
  const { pathname } = useLocation();
  return (
    <div className={classes.shell}>
      <SkipLink />
      <header className={classes.header}>
        <div className={classes.bar}>
          <BrandLink />
          <nav aria-label="Main">
            <ul className={classes.links}>
              <li>
                <Link to="/support" className={classes.link}>
                  Support
                </Link>
              </li>
              <li>
                <Link to="/auth" className={classes.login}>
                  Login
                </Link>
              </li>
            </ul>
          </nav>
        </div>
      </header>
      <main id="main" tabIndex={-1} className={classes.main}>
        {/* A phone shows no header: the brand is a part of the page. */}
        <div className={classes.phoneBrand}>
          <BrandLink />
        </div>
        <FailureBoundary of={pathname} fallback={<PageFailure />}>
          <Outlet />
        </FailureBoundary>
      </main>
      <ShellFooter />
    </div>
  );
}

function BrandLink() {
  return (
    <Link to="/" className={classes.brand}>
      <Brand />
    </Link>
  );
}
