import { writeFile } from 'node:fs/promises'

/** Writes files that `migrate` reads. `migrations` is SQL by tag. */
export async function writeMigrations(folder: URL, migrations: Readonly<Record<string, string>>): Promise<void> {
  for (const [tag, text] of Object.entries(migrations)) await writeFile(new URL(`${tag}.sql`, folder), text)
}
