/** Design tokens for Tailwind's utilities. The values are CSS variables of src/styles/tokens.css. */
const colour = (name) => `var(--${name})`;

/** @type {import('tailwindcss').Config} */
module.exports = {
  // Without it any word of the sources, as `table` or `filter`, would be a utility.
  prefix: 'tw',
  content: ['./src/**/*.{astro,ts,tsx}'],
  theme: {
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      paper: colour('paper'),
      surface: colour('surface'),
      sunken: colour('sunken'),
      ink: colour('ink'),
      soft: colour('soft'),
      muted: colour('muted'),
      line: colour('line'),
      edge: colour('edge'),
      accent: colour('accent'),
      good: colour('good'),
      wait: colour('wait'),
      warn: colour('warn'),
      fail: colour('fail'),
      orphan: colour('orphan'),
    },
    fontFamily: { sans: colour('sans'), mono: colour('mono') },
    fontSize: {
      12: ['0.75rem', '1rem'],
      13: ['0.8125rem', '1.25rem'],
      14: ['0.875rem', '1.25rem'],
      16: ['1rem', '1.5rem'],
      20: ['1.25rem', '1.75rem'],
      28: ['1.75rem', '2.25rem'],
      40: ['2.5rem', '3rem'],
    },
    fontWeight: { normal: '400', strong: '600' },
    borderRadius: { none: '0', DEFAULT: colour('radius'), full: '999px' },
    boxShadow: { none: 'none', DEFAULT: colour('shadow') },
    // A value, no variable: every page's CSS bears the utilities, and has a budget.
    spacing: { DEFAULT: '0.25rem' },
    screens: { sm: '40rem', md: '48rem', lg: '64rem', xl: '80rem' },
  },
};
