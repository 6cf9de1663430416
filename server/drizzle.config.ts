import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./server/src/features/**/tables.ts', './server/src/platform/*/tables.ts'],
  out: './server/migrations',
  // Statements end with a semicolon at the end of a line; migrate.ts needs no marker between them.
  breakpoints: false,
})
