import { AGENT_IDS, agentPage } from "@contracts/agent.ts";
import { type ComponentType, lazy, Suspense, useLayoutEffect } from "react";
import { Route, Routes, useLocation, useNavigationType } from "react-router-dom";
import { loadWhole } from "../platform/lazy-chunks.ts";
import { loadPageOrFallback } from "./failures/load-page.ts";
import { SessionLayout, SignedOutOnly, StartRedirect } from "./guards.tsx";
import { agentPages, technicianPages } from "./install/technicians-pages.ts";

const SignedInLayout = page(technicianPages.layout, "SignedInLayout", true);
const PublicLayout = page(() => import("./shell/public-layout.tsx"), "PublicLayout", true);
const LandingPage = page(() => import("../pages/landing/landing-page.tsx"), "LandingPage");
const SupportPage = page(() => import("../pages/support/support-page.tsx"), "SupportPage");
const TermsPage = page(() => import("../pages/terms/terms-page.tsx"), "TermsPage");
const PrivacyPage = page(() => import("../pages/privacy/privacy-page.tsx"), "PrivacyPage");
const SettingsPage = page(technicianPages.settings, "SettingsPage");
const AuthPage = page(() => import("../pages/auth/auth-page.tsx"), "AuthPage", true);
const DashboardPage = page(technicianPages.dashboard, "DashboardPage");
const HistoryPage = page(technicianPages.history, "HistoryPage");
const AGENT_ROUTES = AGENT_IDS.map((agent) => {
  const AgentPage = page(agentPages[agent], "AgentPage");
  return <Route key={agent} path={agentPage(agent)} element={<AgentPage />} />;
});
const EarlyAccessPage = page(
  () => import("../pages/early-access/early-access-page.tsx"),
  "EarlyAccessPage",
);
const AdminPage = page(() => import("../pages/admin/admin-page.tsx"), "AdminPage");
const DetailedLogsPage = page(
  () => import("../pages/detailed-logs/detailed-logs-page.tsx"),
  "DetailedLogsPage",
);
const ContactSubmissionsPage = page(
  () => import("../pages/contact-submissions/contact-submissions-page.tsx"),
  "ContactSubmissionsPage",
);
const NotFoundPage = page(
  () => import("../pages/not-found/not-found-page.tsx"),
  "NotFoundPage",
  true,
);

/** All routes of the app. The code of a page is loaded when the page is first opened. */
export function AppRoutes() {
  return (
    <Suspense fallback={null}>
      <ScrollToTop />
      <Routes>
        <Route element={<StartRedirect />}>
          <Route element={<PublicLayout />}>
            <Route path="/" element={<LandingPage />} />
          </Route>
        </Route>
        <Route
          element={<SessionLayout signedIn={<SignedInLayout />} signedOut={<PublicLayout />} />}
        >
          <Route path="/early-access" element={<EarlyAccessPage />} />
          <Route path="/settings" element={<SettingsPage />} />
          <Route path="/support" element={<SupportPage />} />
          <Route path="/terms" element={<TermsPage />} />
          <Route path="/privacy" element={<PrivacyPage />} />
        </Route>
        <Route element={<SignedOutOnly />}>
          <Route path="/auth" element={<AuthPage />} />
        </Route>
        <Route element={<SessionLayout signedIn={<SignedInLayout />} />}>
          <Route path="/dashboard" element={<DashboardPage />} />
          {AGENT_ROUTES}
          <Route path="/history" element={<HistoryPage />} />
          <Route path="/admin" element={<AdminPage />} />
          <Route path="/contact-submissions" element={<ContactSubmissionsPage />} />
          <Route path="/detailed-logs" element={<DetailedLogsPage />} />
        </Route>
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </Suspense>
  );
}

/**
 * Scrolls to the top on a new page. On the way back the browser restores the old scroll position.
 */
function ScrollToTop() {
  const { pathname } = useLocation();
  const how = useNavigationType();
  useLayoutEffect(() => {
    if (pathname !== "" && how !== "POP") window.scrollTo(0, 0);
  }, [pathname, how]);
  return null;
}

/** @param whole the page brings its own layout */
function page<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
  whole = false,
): ComponentType {
  const loadPage = async (): Promise<ComponentType> => (await loadWhole(load))[name];
  return lazy(async () => ({ default: await loadPageOrFallback(loadPage, whole) }));
}
