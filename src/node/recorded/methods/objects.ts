import { z } from 'zod';
import { invalidParams, notRecorded } from '../refusal.ts';
import type { Methods, Present } from './methods.ts';

const Cid = z.object({ '/': z.string() });

/** Objects of the chain by their CIDs, at any position: only who has seen it knows a CID. */
export function objectMethods(present: Present): Methods {
  const { objects } = present.recording;
  return {
    ChainReadObj: ([param]) => {
      const parsed = Cid.safeParse(param);
      if (!parsed.success) throw invalidParams('ChainReadObj', 'expected a CID');
      const cid = parsed.data['/'];
      if (objects === null) throw notRecorded(`the object ${cid}`);
      return objects.read(cid);
    },
  };
}
