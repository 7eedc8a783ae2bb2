import { BrowserRouter } from "react-router-dom";
import { useDevicePreferences } from "../preferences/device-preferences.ts";
import { lazyWhenIdle } from "../ui/lazy-when-idle.tsx";
import { LazyDigitalRain } from "./digital-rain/lazy-digital-rain.tsx";
import { FailureBoundary } from "./failures/failure-boundary.tsx";
import { PageFailure } from "./failures/page-failure.tsx";
import { AppRoutes } from "./routes.tsx";
import { ThemeProvider } from "./theme/theme-provider.tsx";

const Toasts = lazyWhenIdle(async () => (await import("./shell/toasts.tsx")).Toasts);
const UpdatePrompt = lazyWhenIdle(
  async () => (await import("./install/update-prompt.tsx")).UpdatePrompt,
);

/** The whole app: its theme, its routes, and the overlays above every page. */
export function App() {
  const scheme = useDevicePreferences((preferences) => preferences.theme);
  return (
    <ThemeProvider scheme={scheme}>
      <FailureBoundary fallback={null}>
        <LazyDigitalRain />
      </FailureBoundary>
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
