import type { Access } from '../access.ts';
import type { PageInput } from '../input.ts';
import type { Past } from '../view.ts';
import type { Answer } from '../wire.ts';
import { nameActionsOf, nameHistory, registrations } from './actions.ts';
import { getName, namesHeldBy } from './get.ts';
import type { AccountNames, NameActions, NameDetail } from './schema.ts';

/** Names of the network's name services (its data file); empty where it has none. */
export interface NameReads {
  /** With its suffix or without. What nobody registered is not found. */
  get(name: string): Promise<Answer<NameDetail>>;
  history(name: string, input?: PageInput): Promise<Answer<NameActions>>;
  /** Newest first. */
  registrations(input?: PageInput): Promise<Answer<NameActions>>;
  heldBy(account: string, input?: PageInput): Promise<Answer<AccountNames>>;
  actionsOf(account: string, input?: PageInput): Promise<Answer<NameActions>>;
}

export function nameReads({ read }: Access, past: Past): NameReads {
  return {
    get: (name) => read((view) => getName(view, name)),
    history: (name, input) => read((view) => nameHistory(view, name, input)),
    registrations: (input) => read((view) => registrations(view, input)),
    heldBy: (account, input) => read((view) => namesHeldBy(view, past, account, input)),
    actionsOf: (account, input) => read((view) => nameActionsOf(view, account, input)),
  };
}
