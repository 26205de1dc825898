/** Colours of a chart, read from the page's own CSS variables so that both themes have theirs. */
export interface ChartTheme {
  ground: string;
  line: string;
  muted: string;
  font: string;
  series: string[];
}

const SERIES = 5;

/** The colours that hold at an element now. */
export function readTheme(element: HTMLElement): ChartTheme {
  // The variables hold light-dark(…): only a property that uses them tells which side holds.
  const probe = document.createElement('i');
  probe.hidden = true;
  element.append(probe);
  const colour = (name: string, by: 'color' | 'fill' = 'color') => {
    probe.style[by] = `var(--${name})`;
    return getComputedStyle(probe)[by];
  };
  const theme = {
    ground: colour('paper'),
    line: colour('line'),
    muted: colour('muted'),
    font: getComputedStyle(element).fontFamily,
    // No system dictates what shapes are filled with: one line is told from another by it.
    series: Array.from({ length: SERIES }, (_, index) => colour(`series-${index + 1}`, 'fill')),
  };
  probe.remove();
  return theme;
}

/** Calls back whenever the page's theme changes: by the switch or by the system. Returns the way out. */
export function onThemeChange(callback: () => void): () => void {
  const observer = new MutationObserver(callback);
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['data-theme'],
  });
  const system = matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', callback);
  return () => {
    observer.disconnect();
    system.removeEventListener('change', callback);
  };
}
