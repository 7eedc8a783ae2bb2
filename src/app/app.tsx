import { BrowserRouter } from "react-router-dom";
import { useDevicePreferences } from "../preferences/device-preferences.ts";
import { useSession } from "../session/session.ts";
import { lazyWhenIdle } from "../ui/lazy-when-idle.tsx";
import { FailureBoundary, PageFailure } from "./failures/failure-boundary.tsx";
import { AppRoutes } from "./routes.tsx";
import { ThemeProvider } from "./theme/theme-provider.tsx";

const DigitalRain = lazyWhenIdle(
  async () => (await import("./digital-rain/digital-rain.tsx")).DigitalRain,
);
const Toasts = lazyWhenIdle(async () => (await import("./shell/toasts.tsx")).Toasts);
const UpdatePrompt = lazyWhenIdle(
  async () => (await import("./install/update-prompt.tsx")).UpdatePrompt,
);

/** The whole app: its theme, its routes, and the overlays above every page. */
export function App() {
  const scheme = useDevicePreferences((preferences) => preferences.theme);
  const wantsRain = useDevicePreferences((preferences) => preferences.showMatrixRain);
  // The colour of the rain depends on who is signed in, which is not known earlier.
  const known = useSession((session) => session.status !== "starting");
  return (
    <ThemeProvider scheme={scheme}>
      <FailureBoundary fallback={null}>{wantsRain && known && <DigitalRain />}</FailureBoundary>
      <FailureBoundary fallback={<PageFailure />}>
        <BrowserRouter>
          <AppRoutes />
        </BrowserRouter>
      </FailureBoundary>
      <FailureBoundary fallback={null}>
        <Toasts />
        <UpdatePrompt />
      </FailureBoundary>
    </ThemeProvider>
  );
}
