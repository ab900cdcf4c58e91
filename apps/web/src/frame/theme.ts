import {
  type CSSVariablesResolver,
  colorsTuple,
  createTheme,
  defaultVariantColorsResolver,
  rem,
} from '@mantine/core'

/** The light colours. Text colours have a contrast of at least 4.5:1 on each background, and `control` of 3:1. */
const light = {
  background: '#F7F7F5',
  surface: '#FFFFFF',
  hover: '#F1F1EE',
  selected: '#EDF0FC',
  line: '#E4E4E0',
  control: '#85898F',
  text: '#1B1D21',
  secondary: '#5C616B',
  disabled: '#8B8F96',
  accent: '#2446D8',
  accentHover: '#1D39B4',
  accentSoft: '#E9EDFC',
  onAccent: '#FFFFFF',
  danger: '#B3261E',
  dangerHover: '#941D17',
  dangerSoft: '#FBEAE8',
  onDanger: '#FFFFFF',
  warning: '#8A5200',
  warningSoft: '#FAF0DC',
  positive: '#1A6B43',
  positiveSoft: '#E4F2EA',
  transit: '#0B6673',
  transitSoft: '#E0F1F3',
  skeleton: '#ECECE8',
  veil: 'rgb(27 29 33 / 0.32)',
  shadow: '0 1px 2px rgb(27 29 33 / 0.06), 0 10px 32px -6px rgb(27 29 33 / 0.18)',
}

const dark: typeof light = {
  background: '#121316',
  surface: '#1A1C20',
  hover: '#23262B',
  selected: '#212744',
  line: '#2A2D33',
  control: '#737985',
  text: '#ECEDEF',
  secondary: '#A0A6B0',
  disabled: '#757B86',
  accent: '#8FA2FF',
  accentHover: '#A8B7FF',
  accentSoft: '#232A48',
  onAccent: '#121316',
  danger: '#FF9A90',
  dangerHover: '#FFB3AB',
  dangerSoft: '#3A201F',
  onDanger: '#121316',
  warning: '#EDB95E',
  warningSoft: '#352A17',
  positive: '#74CFA0',
  positiveSoft: '#183025',
  transit: '#6CCBD8',
  transitSoft: '#152F34',
  skeleton: '#25282D',
  veil: 'rgb(0 0 0 / 0.55)',
  shadow: '0 0 0 1px rgb(255 255 255 / 0.06), 0 12px 36px -6px rgb(0 0 0 / 0.6)',
}

/** A colour of the theme; in style sheets `var(--p-<name in kebab case>)`. */
export type Token = keyof typeof light

/** The colours as values, for code that can't read CSS variables, such as the viewer's background. */
export const tokens = { light, dark }

/** Control and row heights of the three interface sizes in pixels (requirement 9.size, default medium). */
export const interfaceSizes = {
  small: { controlPx: 30, rowPx: 36 },
  medium: { controlPx: 36, rowPx: 44 },
  large: { controlPx: 42, rowPx: 52 },
} as const

/** A key of {@link interfaceSizes}. */
export type InterfaceSize = keyof typeof interfaceSizes

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const tokenVariables = (set: typeof light) =>
  Object.fromEntries(Object.entries(set).map(([name, value]) => [`--p-${kebab(name)}`, value]))

/** The light colours as CSS variables. A print preview sets them on its element, because paper is white in the dark theme too. */
export const paperVariables = tokenVariables(light)

/** Mantine's colour variables, mapped to our tokens. */
const mantineColors = {
  '--mantine-color-body': 'var(--p-background)',
  '--mantine-color-text': 'var(--p-text)',
  '--mantine-color-bright': 'var(--p-text)',
  '--mantine-color-dimmed': 'var(--p-secondary)',
  '--mantine-color-placeholder': 'var(--p-secondary)',
  '--mantine-color-anchor': 'var(--p-accent)',
  '--mantine-color-error': 'var(--p-danger)',
  '--mantine-color-default': 'var(--p-surface)',
  '--mantine-color-default-hover': 'var(--p-hover)',
  '--mantine-color-default-color': 'var(--p-text)',
  '--mantine-color-default-border': 'var(--p-line)',
  '--mantine-color-disabled': 'var(--p-hover)',
  '--mantine-color-disabled-color': 'var(--p-disabled)',
  '--mantine-color-disabled-border': 'var(--p-line)',
  '--mantine-primary-color-filled': 'var(--p-accent)',
  '--mantine-primary-color-filled-hover': 'var(--p-accent-hover)',
  '--mantine-primary-color-light': 'var(--p-accent-soft)',
  '--mantine-primary-color-light-hover': 'var(--p-accent-soft)',
  '--mantine-primary-color-light-color': 'var(--p-accent)',
  '--mantine-primary-color-contrast': 'var(--p-on-accent)',
  ...Object.fromEntries(
    (['accent', 'danger'] as const).flatMap((name) => {
      const mantine = name === 'accent' ? 'accent' : 'red'
      return [
        [`--mantine-color-${mantine}-filled`, `var(--p-${name})`],
        [`--mantine-color-${mantine}-filled-hover`, `var(--p-${name}-hover)`],
        [`--mantine-color-${mantine}-light`, `var(--p-${name}-soft)`],
        [`--mantine-color-${mantine}-light-hover`, `var(--p-${name}-soft)`],
        [`--mantine-color-${mantine}-light-color`, `var(--p-${name})`],
        [`--mantine-color-${mantine}-outline`, `var(--p-${name})`],
        [`--mantine-color-${mantine}-outline-hover`, `var(--p-${name}-soft)`],
        [`--mantine-color-${mantine}-text`, `var(--p-${name})`],
      ]
    }),
  ),
}

/** The tokens and Mantine's colours as CSS variables of the document. */
export const resolveVariables = (() => ({
  variables: {
    '--p-radius': rem(6),
    '--p-radius-surface': rem(10),
    '--p-radius-small': rem(4),
    '--p-motion': '140ms cubic-bezier(0.2, 0, 0, 1)',
    '--p-ring': '0 0 0 2px var(--p-background), 0 0 0 4px var(--p-accent)',
    '--p-size-meta': rem(12),
    '--p-size-small': rem(13),
    '--p-size-base': rem(14),
    '--p-size-lead': rem(16),
    '--p-size-title': rem(20),
    '--p-size-figure': rem(28),
  },
  light: { ...tokenVariables(light), ...mantineColors },
  dark: { ...tokenVariables(dark), ...mantineColors },
})) satisfies CSSVariablesResolver

const controlHeight = 'var(--p-control-height)'
const scaled = (props: { size?: unknown }) => props.size === undefined || props.size === 'md'
const field = { defaultProps: { size: 'md' } }
/** Defaults of selects. Their list scrolls without Mantine's scroll area (base.css). */
const choice = { defaultProps: { size: 'md', checkIconPosition: 'right', withScrollArea: false } } as const

const fontFamily =
  '"Inter Variable", system-ui, "PingFang SC", "Hiragino Sans", "Microsoft YaHei", "Noto Sans CJK SC", "Apple SD Gothic Neo", sans-serif'

/** Sizes, radii and accent of all Mantine components; colours are in {@link resolveVariables}. */
export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 4 },
  black: light.text,
  // Mantine requires ten shades of each colour. The interface uses only the tokens.
  colors: {
    accent: colorsTuple(
      '#EEF1FD #E9EDFC #C4CEFA #A8B7FF #8FA2FF #4E69E6 #2446D8 #1D39B4 #182F94 #122371'.split(' '),
    ),
    red: colorsTuple(
      '#FDF3F2 #FBEAE8 #F6CBC7 #FFB3AB #FF9A90 #D0483F #B3261E #941D17 #761611 #58100C'.split(' '),
    ),
    gray: colorsTuple(
      '#F7F7F5 #F1F1EE #ECECE8 #E4E4E0 #CFCFCA #8B8F96 #5C616B #454951 #2B2E33 #1B1D21'.split(' '),
    ),
    dark: colorsTuple(
      '#ECEDEF #C6CAD0 #A0A6B0 #757B86 #2A2D33 #23262B #1A1C20 #121316 #0E0F11 #0A0B0C'.split(' '),
    ),
  },
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input)
    if (input.variant !== 'filled') return colors
    if (input.color === 'accent') return { ...colors, color: 'var(--p-on-accent)' }
    return input.color === 'red' ? { ...colors, color: 'var(--p-on-danger)' } : colors
  },
  fontFamily,
  fontSizes: { xs: rem(12), sm: rem(13), md: rem(14), lg: rem(16), xl: rem(20) },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  lineHeights: { xs: '1.35', sm: '1.4', md: '1.5', lg: '1.5', xl: '1.4' },
  headings: {
    fontFamily,
    fontWeight: '600',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: rem(20), lineHeight: '1.3' },
      h2: { fontSize: rem(16), lineHeight: '1.4' },
      h3: { fontSize: rem(14), lineHeight: '1.4' },
      h4: { fontSize: rem(13), lineHeight: '1.4' },
      h5: { fontSize: rem(13), lineHeight: '1.4' },
      h6: { fontSize: rem(12), lineHeight: '1.4' },
    },
  },
  spacing: { xs: rem(4), sm: rem(8), md: rem(12), lg: rem(16), xl: rem(24) },
  radius: { xs: rem(4), sm: rem(6), md: rem(6), lg: rem(10), xl: rem(10) },
  defaultRadius: 'md',
  shadows: {
    xs: 'none',
    sm: 'var(--p-shadow)',
    md: 'var(--p-shadow)',
    lg: 'var(--p-shadow)',
    xl: 'var(--p-shadow)',
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  activeClassName: '',
  components: {
    Button: {
      defaultProps: { size: 'md' },
      vars: (_: unknown, props: { size?: unknown }) => ({
        root: scaled(props) ? { '--button-height': controlHeight, '--button-padding-x': rem(14) } : {},
      }),
    },
    ActionIcon: {
      defaultProps: { size: 'md', variant: 'subtle', color: 'gray' },
      vars: (_: unknown, props: { size?: unknown }) => ({
        root: scaled(props) ? { '--ai-size': controlHeight } : {},
      }),
    },
    Input: {
      defaultProps: { size: 'md' },
      vars: (_: unknown, props: { size?: unknown }) => ({
        wrapper: scaled(props) ? { '--input-height': controlHeight, '--input-padding': rem(10) } : {},
      }),
    },
    InputWrapper: {
      defaultProps: { size: 'md', inputWrapperOrder: ['label', 'description', 'input', 'error'] },
    },
    TextInput: field,
    Textarea: field,
    PasswordInput: field,
    NumberInput: field,
    Select: choice,
    MultiSelect: choice,
    Autocomplete: field,
    DatePickerInput: field,
    Checkbox: { defaultProps: { size: 'sm', radius: 'xs' } },
    Radio: { defaultProps: { size: 'sm' } },
    Switch: { defaultProps: { size: 'sm', withThumbIndicator: false } },
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, radius: 'lg', shadow: 'md', offset: 4 } },
    Popover: { defaultProps: { radius: 'lg', shadow: 'md', offset: 4 } },
    Modal: {
      defaultProps: {
        radius: 'lg',
        shadow: 'xl',
        centered: true,
        overlayProps: { color: 'var(--p-veil)', backgroundOpacity: 1 },
      },
    },
    Paper: { defaultProps: { radius: 'lg' } },
    Tooltip: { defaultProps: { radius: 'md', openDelay: 350, transitionProps: { duration: 120 } } },
    Skeleton: { defaultProps: { radius: 'xs' } },
    Anchor: { defaultProps: { underline: 'hover' } },
  },
})
