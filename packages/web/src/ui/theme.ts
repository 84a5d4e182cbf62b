// Themes Mantine: its variables point to our tokens, so its components follow the theme
// automatically.
import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

const lime: MantineColorsTuple = [
  '#f8ffe0',
  '#effbc4',
  '#e2f3b5',
  '#d8f593',
  '#cef36c',
  '#c4f042',
  '#b6e42e',
  '#93bb1d',
  '#6c8c0e',
  '#476300',
];
const graphite: MantineColorsTuple = [
  '#eceef3',
  '#c4cad4',
  '#9aa3b2',
  '#707a8c',
  '#4a5261',
  '#323846',
  '#272c37',
  '#1d2129',
  '#15181e',
  '#0e1014',
];

export const theme = createTheme({
  colors: { lime, dark: graphite },
  primaryColor: 'lime',
  primaryShade: 5,
  autoContrast: true,
  black: '#171a14',
  fontFamily: 'var(--font-text)',
  headings: { fontFamily: 'var(--font-display)', fontWeight: '700' },
  fontSizes: {
    xs: '0.75rem',
    sm: 'var(--size-small)',
    md: 'var(--size-control)',
    lg: 'var(--size-body)',
    xl: 'var(--size-title)',
  },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.45', lg: '1.45', xl: '1.45' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '6px', sm: '8px', md: '10px', lg: '14px', xl: '16px' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  focusRing: 'never',
  respectReducedMotion: true,
  breakpoints: { xs: '23.4375em', sm: '31.25em', md: '43.75em', lg: '62.5em', xl: '80em' },
});

export const resolveVariables: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--background)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-dimmed': 'var(--dim)',
    '--mantine-color-placeholder': 'var(--dim)',
    '--mantine-color-anchor': 'var(--link)',
    '--mantine-color-error': 'var(--danger)',
    '--mantine-color-default': 'var(--surface-1)',
    '--mantine-color-default-hover': 'var(--surface-2)',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-default-border': 'var(--line)',
  };
  return { variables: {}, light: shared, dark: shared };
};
