/** The space race, where the network had one. */
import { z } from 'zod';
import { headOf, wholePage } from '../ordered.ts';
import { askedPage, continent, OFFSET_PAGING } from '../parameters.ts';
import { defineInner, defineRead } from '../read.ts';
import type { SpaceRace } from './schema.ts';
import { raceEntitiesSchema } from './schema.ts';
import { standing } from './standing.ts';

const raceInput = z.object({ region: continent });

export interface RaceInput {
  /** Only its entities; empty: all. */
  region?: string;
  /** Counted from 0. */
  page?: number;
  pageSize?: number;
}

export const raceReads = {
  /** Null where there was no space race, or nothing is known of it. */
  get: defineInner({
    empty: () => null,
    read({ content }, input: RaceInput = {}): SpaceRace | null {
      const { region } = raceInput.parse(input);
      const { page = 0, pageSize = 20 } = input;
      if (content.spaceRace === null) return null;
      const race = standing(content.spaceRace, region);
      return { ...race, entities: race.entities.slice(page * pageSize, (page + 1) * pageSize) };
    },
  }),
  entities: defineRead({
    path: '/space-race/entities',
    tag: 'ecosystem',
    summary: 'Entities of the space race by raw power, with what they earn',
    description: 'Empty where the network had no space race.',
    params: { ...OFFSET_PAGING, continent },
    schema: raceEntitiesSchema,
    rows: 'entities',
    empty: () => ({ totalCount: 0, entities: [], next: null }),
    async read(view, input) {
      const asked = askedPage(input);
      const { spaceRace } = view.content;
      const entities = spaceRace === null ? [] : standing(spaceRace, input.continent).entities;
      const page = wholePage(await headOf(view, asked), entities, asked);
      return { totalCount: entities.length, entities: [...page.rows], next: page.next };
    },
  }),
};
