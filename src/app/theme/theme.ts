import {
  type CSSVariablesResolver,
  colorsTuple,
  createTheme,
  type ModalProps,
  virtualColor,
} from "@mantine/core";

/** The page background by theme. `global.css` repeats it for the time before any script has run. */
export const PAGE_BACKGROUND = { dark: "#0b1214", light: "#f4f8f7" } as const;

/** The only accent colour: bright enough on black in the sun, dark enough on white for text. */
const PHOSPHOR = colorsTuple(
  "#e6faef #cbf3dd #9de8c0 #6bdc9f #3dd488 #1fb86e #149a5a #0f7f4a #0b683c #07492a".split(" "),
);

const dark = colorsTuple([
  ..."#eef4f3 #c9d4d4 #a0b0b1 #7d8f92 #3a4a4e #26353a #131d20".split(" "),
  ...[PAGE_BACKGROUND.dark, "#070d0f", "#040809"],
]);

const OVERLAY = {
  defaultProps: {
    closeButtonProps: { "aria-label": "Close", size: 48, iconSize: 24 },
    // The page keeps its scroll bar under an overlay, so that nothing moves when one opens.
    removeScrollProps: { removeScrollBar: false },
    transitionProps: { duration: 150 },
    // The overlay has a `header` element too: a screen reader must not announce it as the page's
    // banner.
    attributes: { header: { role: "presentation" } },
  },
  styles: {
    title: { fontSize: "var(--mantine-font-size-xl)", fontWeight: 700, letterSpacing: "-0.01em" },
  },
};

/** The app's Mantine theme. Touch targets are at least 48 px because people wear gloves. */
export const theme = createTheme({
  colors: {
    phosphor: PHOSPHOR,
    dark,
    // Virtual colours, so that the theme chooses the text colour on a filled surface.
    accent: virtualColor({ name: "accent", dark: "phosphor", light: "phosphor" }),
    danger: virtualColor({ name: "danger", dark: "red", light: "red" }),
  },
  primaryColor: "accent",
  primaryShade: { dark: 4, light: 8 },
  autoContrast: true,
  black: "#0f1a1d",
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif',
  headings: { fontWeight: "700" },
  fontSizes: { xs: "0.8125rem", sm: "0.9375rem", md: "1rem", lg: "1.125rem", xl: "1.375rem" },
  defaultRadius: "md",
  radius: { md: "0.75rem", lg: "1rem" },
  cursorType: "pointer",
  respectReducedMotion: true,
  // Plain objects: `Modal.extend` would load the component together with the theme.
  components: {
    Button: { defaultProps: { size: "md" } },
    ActionIcon: { defaultProps: { size: 48, variant: "subtle" } },
    Input: { defaultProps: { size: "lg" } },
    InputWrapper: {
      defaultProps: { size: "lg" },
      // Space for the focus ring around the field.
      styles: {
        description: { marginBottom: "0.5rem" },
        error: { marginTop: "0.5rem", lineHeight: 1.4 },
      },
    },
    Notification: {
      defaultProps: {
        closeButtonProps: { "aria-label": "Close", size: 44, iconSize: 22 },
        withBorder: true,
      },
      // Mantine's own grey has a contrast of only 3.3:1 on white.
      styles: { description: { color: "var(--mantine-color-dimmed)" } },
    },
    Modal: {
      ...OVERLAY,
      // The edge of a dialog would not be seen on the dark page that the overlay makes darker.
      styles: (_theme: unknown, { fullScreen }: ModalProps) => ({
        ...OVERLAY.styles,
        ...(fullScreen !== true && {
          content: { border: "1px solid var(--mantine-color-default-border)" },
        }),
      }),
    },
    Drawer: OVERLAY,
    PasswordInput: {
      defaultProps: {
        visibilityToggleFocusable: true,
        // The label must not contain "password": only the field itself has that name.
        visibilityToggleButtonProps: { "aria-label": "Show what is typed" },
      },
      styles: { visibilityToggle: { width: "2.75rem", height: "2.75rem" } },
    },
  },
});

/** Colours and sizes for our own styles; the build writes them into a stylesheet. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {
    // With large text and on a phone held sideways, the bars leave most of the screen to the page.
    "--fa-header-height": "max(56px, min(4rem, 13svh))",
    "--fa-bar-height": "max(52px, min(4.25rem, 12svh))",
    "--fa-notice-height": "0px",
    // Of everything that is fixed to the bottom of every page.
    "--fa-bottom-bar-height": "calc(var(--fa-bar-height) + var(--fa-notice-height))",
    "--fa-side-width": "min(17rem, 36vw)",
    "--fa-content-width": "52rem",
    // The sixth step of the type scale, beside Mantine's five.
    "--fa-title-size": "min(clamp(1.625rem, 1.3rem + 1.6vw, 2.5rem), 11vw)",
    // Space at the sides does not grow with the text: on a phone it would leave no room for words.
    "--fa-page-space": "min(1rem, 5vw)",
    "--fa-card-space": "min(1.25rem, 6.25vw)",
  },
  dark: {
    "--fa-surface": "var(--mantine-color-dark-6)",
    "--fa-line": "#22302f",
    "--fa-field-line": "#647679",
    "--fa-accent-text": "var(--mantine-color-phosphor-4)",
    "--fa-voice": "#3dd488",
    "--fa-snap": "#7cc4ff",
    "--fa-label": "#c9adff",
    "--fa-ask": "#ffb27a",
    "--fa-waiting-text": "#ffc74d",
    "--fa-alert-text": "#ff9a90",
    "--mantine-color-error": "#ff9a90",
    "--mantine-color-placeholder": "var(--mantine-color-dark-2)",
    "--mantine-color-default": "var(--mantine-color-dark-6)",
    "--mantine-color-default-border": "var(--mantine-color-dark-4)",
  },
  light: {
    "--fa-surface": "#ffffff",
    "--fa-line": "#d9e0de",
    "--fa-field-line": "#7a898b",
    "--fa-accent-text": "var(--mantine-color-phosphor-8)",
    "--fa-voice": "#0b683c",
    "--fa-snap": "#14599e",
    "--fa-label": "#6b3fa8",
    "--fa-ask": "#92480a",
    "--fa-waiting-text": "#8a5200",
    "--fa-alert-text": "#b3261e",
    "--mantine-color-body": PAGE_BACKGROUND.light,
    "--mantine-color-error": "#b3261e",
    // The title of a yellow notice; Mantine's own has a contrast of less than 3:1 there.
    "--mantine-color-yellow-light-color": "#8a5200",
    "--mantine-color-dimmed": "#4a5a5c",
    "--mantine-color-placeholder": "#5f6e70",
    "--mantine-color-default-border": "#9aa8a9",
  },
});
