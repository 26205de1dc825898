/**
 * What stands in a place of a sentence with the particle behind it: no line ends between them, and none
 * within them while they have room in one.
 *
 * {piecesOf(sentence, NAMES, t.lang).map((piece) =>
 *   'text' in piece ? piece.text : <Kept tail={piece.tail}><Amount … /></Kept>)}
 */
import { textOf, wrapper } from '../component.ts';

interface Props {
  tail: string;
}

export default wrapper(({ tail }: Props) =>
  tail === '' ? ['', ''] : ['<span class="kept">', `${textOf(tail)}</span>`],
);
