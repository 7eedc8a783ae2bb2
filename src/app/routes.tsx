import { type ComponentType, lazy, Suspense, useLayoutEffect } from "react";
import { Route, Routes, useLocation, useNavigationType } from "react-router-dom";
import { SessionLayout, SignedOutOnly, StartRedirect } from "./guards.tsx";
import { orLatePage } from "./late-page.tsx";

const SignedInLayout = page(() => import("./signed-in-layout.tsx"), "SignedInLayout");
const PublicLayout = page(() => import("./public-layout.tsx"), "PublicLayout");
const LandingPage = page(() => import("../pages/landing/landing-page.tsx"), "LandingPage");
const SupportPage = page(() => import("../pages/support/support-page.tsx"), "SupportPage");
const TermsPage = page(() => import("../pages/terms/terms-page.tsx"), "TermsPage");
const PrivacyPage = page(() => import("../pages/privacy/privacy-page.tsx"), "PrivacyPage");
const SettingsPage = page(() => import("../pages/settings/settings-page.tsx"), "SettingsPage");
const AuthPage = page(() => import("../pages/auth/auth-page.tsx"), "AuthPage");
const DashboardPage = page(() => import("../pages/dashboard/dashboard-page.tsx"), "DashboardPage");
const VoiceAgentPage = page(
  () => import("../pages/voice-agent/voice-agent-page.tsx"),
  "VoiceAgentPage",
);
const SnapAgentPage = page(
  () => import("../pages/snap-agent/snap-agent-page.tsx"),
  "SnapAgentPage",
);
const HistoryPage = page(() => import("../pages/history/history-page.tsx"), "HistoryPage");
const LabelAgentPage = page(
  () => import("../pages/label-agent/label-agent-page.tsx"),
  "LabelAgentPage",
);
const AskAgentPage = page(() => import("../pages/ask-agent/ask-agent-page.tsx"), "AskAgentPage");
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
const NotFoundPage = page(() => import("../pages/not-found/not-found-page.tsx"), "NotFoundPage");

/** Every address of the app. A page's code is loaded when it is first opened. */
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
          <Route path="/voice-agent" element={<VoiceAgentPage />} />
          <Route path="/snap-agent" element={<SnapAgentPage />} />
          <Route path="/label-agent" element={<LabelAgentPage />} />
          <Route path="/ask-agent" element={<AskAgentPage />} />
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

/** A new page starts at its top; going back returns to where the browser was. */
function ScrollToTop() {
  const { pathname } = useLocation();
  const how = useNavigationType();
  useLayoutEffect(() => {
    if (pathname !== "" && how !== "POP") window.scrollTo(0, 0);
  }, [pathname, how]);
  return null;
}

function page<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): ComponentType {
  const loadPage = async (): Promise<ComponentType> => (await load())[name];
  return lazy(async () => ({ default: await orLatePage(loadPage) }));
}
