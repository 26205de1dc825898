/** Projects as editors list them, without figures. */
import { say } from '#content/networks.ts';
import { linkIn } from '#content/markdown.ts';
import { DAPP_CATEGORIES, LINK_KINDS, type Project } from '#content/schema.ts';
import { addressFromEth, formatEthAddress } from '#filecoin/address.ts';
import { fromHex, toHex } from '#filecoin/encoding/bytes.ts';
import { resolveAddresses } from '../account/resolve.ts';
import { NotFound } from '../errors.ts';
import { askedPage, type OffsetPageInput } from '../parameters.ts';
import { namesOf } from '../names.ts';
import { headOf, wholePage } from '../ordered.ts';
import type { View } from '../view.ts';
import type { DappCategories, DappInfo, DappItem, Dapps } from './schema.ts';

/** What editors say of a project. */
export type Described = Omit<DappInfo, 'figures'>;

export interface DappsInput extends OffsetPageInput {
  /** Null for all of them. */
  category: Project['category'] | null;
}

/** Categories that have projects. */
export function dappCategories({ content, language }: View): DappCategories {
  return DAPP_CATEGORIES.map((category) => {
    const projects = content.ecosystem.filter((project) => project.category === category);
    return {
      category,
      displayName: say(content.categories.dapps[category], language).text,
      count: projects.length,
      rankedCount: projects.filter(({ contracts }) => contracts.length > 0).length,
    };
  }).filter(({ count }) => count > 0);
}

/** Projects of a category, in the editors' order. */
export function projectsIn({ content }: View, category: Project['category'] | null): Project[] {
  if (category === null) return [...content.ecosystem];
  return content.ecosystem.filter((project) => project.category === category);
}

/** Projects are content: the same at every head. */
export async function listDapps(view: View, input: DappsInput): Promise<Dapps> {
  const asked = askedPage(input);
  const projects = projectsIn(view, input.category);
  const page = wholePage(await headOf(view, asked), projects, asked);
  return {
    totalCount: projects.length,
    dappList: page.rows.map((project) => dappItem(view, project)),
    next: page.next,
  };
}

function dappItem({ language }: View, project: Project): DappItem {
  const { text, ...rest } = say(project.description, language);
  return {
    category: project.category,
    key: project.key,
    dappId: project.key,
    name: say(project.name, language).text,
    logoPath: null,
    description: text,
    ...rest,
  };
}

export function findProject({ content }: View, key: string): Project {
  const project = content.ecosystem.find((known) => known.key === key);
  if (!project) throw new NotFound('noDapp');
  return project;
}

export async function describe(view: View, project: Project): Promise<Described> {
  const { language } = view;
  const ids = await contractIds(view, [project]);
  const names = await namesOf(view, ids.values());
  const links = Object.fromEntries(
    LINK_KINDS.map((kind) => [`${kind}Link`, project.links[kind] ?? '']),
  ) as Pick<DappInfo, `${(typeof LINK_KINDS)[number]}Link`>;
  return {
    ...dappItem(view, project),
    tags: project.tags.map((tag) => say(tag, language).text),
    officialWebSite: project.site === undefined ? '' : linkIn(project.site, language),
    ...links,
    contractAddressList: project.contracts.map(({ tag, address }) => {
      const id = ids.get(address) ?? null;
      return {
        tag: say(tag, language).text,
        contractAddress: formatEthAddress(fromHex(address.slice(2))),
        address: id === null ? null : names.shown(id),
        id: names.idTextOrNull(id),
      };
    }),
  };
}

/** Actors of the contracts of projects, by the address as it is listed; those that nobody has are left out. */
export async function contractIds(
  view: View,
  projects: readonly Project[],
): Promise<ReadonlyMap<string, number>> {
  const listed = projects.flatMap(({ contracts }) => contracts.map(({ address }) => address));
  const bytes = new Map(listed.map((text) => [text, addressFromEth(fromHex(text.slice(2)))]));
  const ids = await resolveAddresses(view, bytes.values());
  return new Map(
    [...bytes].flatMap(([text, address]) => {
      const id = ids.get(toHex(address));
      return id === undefined ? [] : [[text, id] as const];
    }),
  );
}
