/** Calls with a body: what they have in common. */
import type { z } from 'zod';

/** A call with a body. */
export interface Post {
  /** Below /api/v1. */
  path: string;
  tag: 'miner' | 'contract';
  summary: string;
  description: string;
  body: z.ZodType;
  schema: z.ZodType;
  /** When it answers 202 and an id instead. */
  accepted?: string;
  /** Longest body, bytes. */
  maxBytes: number;
  /** The limit by which clients are counted who call it. */
  limit: 'claims' | 'verification';
}
