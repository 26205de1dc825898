/**
 * A state in a word. Colour only for status; the word says it too.
 *
 * <Badge tone="orphan">Orphaned</Badge>
 */
import { attribute, wrapper } from './component.ts';

interface Props {
  tone?: 'good' | 'wait' | 'warn' | 'fail' | 'orphan' | 'accent' | 'neutral';
  title?: string;
}

export default wrapper(({ tone = 'neutral', title }: Props) => [
  `<span class="badge badge-${tone}"${attribute('title', title)}>`,
  '</span>',
]);
