import type { Field } from '#claims/refused.ts';
import { postJson } from '../queries/post.ts';

/** What has to be signed (`POST /address-tag/create/message`). */
export interface ClaimMessage {
  addressToSign: string;
  message: string;
  minPower: string;
  command: { lotus: string };
  /** What the owner calls the provider now. */
  names: Partial<Record<Field, string>> | null;
}

export interface ClaimAnswer<Data> {
  /** 0: done. */
  status: number;
  error: string | null;
  field: Field | null;
  data: Data | null;
}

export type Names = Readonly<Record<Field, string>>;

export const askMessage = (address: string): Promise<ClaimAnswer<ClaimMessage>> =>
  postJson('/address-tag/create/message', { address });

/** `message`: the one on show, as a hint; an earlier one that is still open may have been signed. */
export const sendClaim = (
  address: string,
  names: Names,
  message: string,
): Promise<ClaimAnswer<null>> => postJson('/address-tag/create', { address, ...names, message });
