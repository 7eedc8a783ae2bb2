import { type ComponentType, lazy, Suspense, useLayoutEffect } from "react";
import { Route, Routes, useLocation, useNavigationType } from "react-router-dom";
import { SignedInOnly, SignedOutOnly, StartRedirect } from "./guards.tsx";

const SignedInLayout = page(() => import("./signed-in-layout.tsx"), "SignedInLayout");
const AuthPage = page(() => import("../pages/auth/auth-page.tsx"), "AuthPage");
const DashboardPage = page(() => import("../pages/dashboard/dashboard-page.tsx"), "DashboardPage");
const VoiceAgentPage = page(
  () => import("../pages/voice-agent/voice-agent-page.tsx"),
  "VoiceAgentPage",
);
const HistoryPage = page(() => import("../pages/history/history-page.tsx"), "HistoryPage");
const NotFoundPage = page(() => import("../pages/not-found/not-found-page.tsx"), "NotFoundPage");

/** Every address of the app. A page's code is loaded when it is first opened. */
export function AppRoutes() {
  return (
    <Suspense fallback={null}>
      <ScrollToTop />
      <Routes>
        <Route path="/" element={<StartRedirect />} />
        <Route element={<SignedOutOnly />}>
          <Route path="/auth" element={<AuthPage />} />
        </Route>
        <Route element={<SignedInOnly />}>
          <Route element={<SignedInLayout />}>
            <Route path="/dashboard" element={<DashboardPage />} />
            <Route path="/voice-agent" element={<VoiceAgentPage />} />
            <Route path="/history" element={<HistoryPage />} />
          </Route>
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
  return lazy(async () => {
    const component: ComponentType = (await load())[name];
    return { default: component };
  });
}
