/**
 * Before any schema is made in the browser: the site's policy lets no text be run as code, and a mere
 * try of it is reported.
 */
import { config } from 'zod';

config({ jitless: true });
