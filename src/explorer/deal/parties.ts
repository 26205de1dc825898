import type { Names } from '../naming.ts';
import type { Tag } from '../wire.ts';

export interface PartyTexts {
  client: string;
  clientId: string;
  clientTag: Tag | null;
  provider: string;
  providerId: string;
  providerTag: Tag | null;
}

/** Client and provider as the wire has them. */
export function partiesOf(
  names: Names,
  { client_id, provider_id }: { client_id: number; provider_id: number },
): PartyTexts {
  return {
    client: names.shown(client_id),
    clientId: names.idText(client_id),
    clientTag: names.tag(client_id),
    provider: names.shown(provider_id),
    providerId: names.idText(provider_id),
    providerTag: names.tag(provider_id),
  };
}
