import { AGENT_IDS, agentPage } from "@contracts/agent.ts";
import { type ComponentType, Suspense, use, useLayoutEffect, useRef } from "react";
import {
  matchRoutes,
  type RouteObject,
  useLocation,
  useNavigationType,
  useRoutes,
} from "react-router-dom";
import { loadWhole } from "#platform/lazy-chunks.ts";
import { loadPageOrFallback } from "./failures/load-page.ts";
import { SessionLayout, SignedOutOnly, StartRedirect } from "./guards.tsx";
import { agentPages, technicianPages } from "./install/technicians-pages.ts";

/** The pages that a route shows; the `handle` of the route. */
interface Shown {
  signedIn: readonly LazyPage[];
  signedOut: readonly LazyPage[];
}

const SignedInLayout = lazyPage(technicianPages.layout, "SignedInLayout", true);
const PublicLayout = lazyPage(() => import("./shell/public-layout.tsx"), "PublicLayout", true);
const LandingPage = lazyPage(() => import("../pages/landing/landing-page.tsx"), "LandingPage");
const SupportPage = lazyPage(() => import("../pages/support/support-page.tsx"), "SupportPage");
const TermsPage = lazyPage(() => import("../pages/terms/terms-page.tsx"), "TermsPage");
const PrivacyPage = lazyPage(() => import("../pages/privacy/privacy-page.tsx"), "PrivacyPage");
const SettingsPage = lazyPage(technicianPages.settings, "SettingsPage");
const AuthPage = lazyPage(() => import("../pages/auth/auth-page.tsx"), "AuthPage", true);
const DashboardPage = lazyPage(technicianPages.dashboard, "DashboardPage");
const HistoryPage = lazyPage(technicianPages.history, "HistoryPage");
const EarlyAccessPage = lazyPage(
  () => import("../pages/early-access/early-access-page.tsx"),
  "EarlyAccessPage",
);
const AdminPage = lazyPage(() => import("../pages/admin/admin-page.tsx"), "AdminPage");
const DetailedLogsPage = lazyPage(
  () => import("../pages/detailed-logs/detailed-logs-page.tsx"),
  "DetailedLogsPage",
);
const ContactSubmissionsPage = lazyPage(
  () => import("../pages/contact-submissions/contact-submissions-page.tsx"),
  "ContactSubmissionsPage",
);
const NotFoundPage = lazyPage(
  () => import("../pages/not-found/not-found-page.tsx"),
  "NotFoundPage",
  true,
);

const SIGNED_IN_START = [SignedInLayout, DashboardPage];

const ROUTES: RouteObject[] = [
  {
    element: <StartRedirect />,
    handle: { signedIn: SIGNED_IN_START, signedOut: [PublicLayout, LandingPage] } satisfies Shown,
    children: [{ element: <PublicLayout />, children: [{ path: "/", element: <LandingPage /> }] }],
  },
  {
    element: <SessionLayout signedIn={<SignedInLayout />} signedOut={<PublicLayout />} />,
    handle: { signedIn: [SignedInLayout], signedOut: [PublicLayout] } satisfies Shown,
    children: [
      open("/early-access", EarlyAccessPage),
      open("/settings", SettingsPage),
      open("/support", SupportPage),
      open("/terms", TermsPage),
      open("/privacy", PrivacyPage),
    ],
  },
  {
    element: <SignedOutOnly />,
    handle: { signedIn: SIGNED_IN_START, signedOut: [AuthPage] } satisfies Shown,
    children: [{ path: "/auth", element: <AuthPage /> }],
  },
  {
    element: <SessionLayout signedIn={<SignedInLayout />} />,
    handle: { signedIn: [SignedInLayout], signedOut: [AuthPage] } satisfies Shown,
    children: [
      guarded("/dashboard", DashboardPage),
      ...AGENT_IDS.map((agent) =>
        guarded(agentPage(agent), lazyPage(agentPages[agent], "AgentPage")),
      ),
      guarded("/history", HistoryPage),
      guarded("/admin", AdminPage),
      guarded("/contact-submissions", ContactSubmissionsPage),
      guarded("/detailed-logs", DetailedLogsPage),
    ],
  },
  open("*", NotFoundPage),
];

/** All routes of the app. The code of a page is loaded when the page is first opened. */
export function AppRoutes() {
  return (
    <Suspense fallback={null}>
      <ScrollToTop />
      {useRoutes(ROUTES)}
    </Suspense>
  );
}

/** Loads the code of what an address shows to somebody who is signed in or out. */
export async function loadPages(pathname: string, signedIn: boolean): Promise<void> {
  const routes = (matchRoutes(ROUTES, pathname) ?? []).map(({ route }) => route);
  const pages = routes.flatMap(({ handle }: { handle?: Shown }) =>
    handle === undefined ? [] : handle[signedIn ? "signedIn" : "signedOut"],
  );
  await Promise.all(pages.map((page) => page.load()));
}

/** The route of a page for everybody. */
function open(path: string, Page: LazyPage, signedOut = [Page]): RouteObject {
  return { path, element: <Page />, handle: { signedIn: [Page], signedOut } satisfies Shown };
}

/** The route of a page for people who are signed in. */
function guarded(path: string, Page: LazyPage): RouteObject {
  return open(path, Page, []);
}

/**
 * Scrolls to the top of a new page, as that of a job is; filters of the same page and the way back
 * keep their place.
 */
function ScrollToTop() {
  const { pathname, search } = useLocation();
  const how = useNavigationType();
  const page = `${pathname} ${new URLSearchParams(search).get("job")}`;
  const shown = useRef(page);
  useLayoutEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    if (how !== "POP") window.scrollTo(0, 0);
  }, [page, how]);
  return null;
}

/** A page whose code is loaded when it is first rendered, or before that. */
type LazyPage = ComponentType & { load: () => Promise<ComponentType> };

/**
 * A page that suspends only while its code is being loaded. `lazy` of React suspends even when the
 * code is there, and React then keeps the page back for up to 300 ms.
 * @param load the dynamic import; must be the same function for the same chunk
 * @param name of the component in the chunk
 * @param whole the page brings its own layout
 */
function lazyPage<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
  whole = false,
): LazyPage {
  const loadPage = async (): Promise<ComponentType> => (await loadWhole(load))[name];
  let loading: Promise<ComponentType> | null = null;
  let loaded: ComponentType | null = null;
  async function start(): Promise<ComponentType> {
    loaded = await loadPageOrFallback(loadPage, whole);
    return loaded;
  }
  function startOnce(): Promise<ComponentType> {
    loading ??= start();
    return loading;
  }
  function Page() {
    const Loaded = loaded ?? use(startOnce());
    return <Loaded />;
  }
  return Object.assign(Page, { load: startOnce });
}
