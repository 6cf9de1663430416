import { runCommand } from '../processes/run-command.ts'

/** On systemd's scale to 100 of what a service is exposed to. Newer versions of systemd ask for more. */
const MAX_EXPOSURE = 15

/** Returns how exposed a unit is, by systemd. Throws what systemd finds wrong, or that it is too exposed. */
export async function checkUnit(file: string): Promise<string> {
  const verified = await runCommand('systemd-analyze', ['verify', file])
  if (!verified.ok || verified.output.includes('.service:')) throw new Error(verified.output)
  const options = ['--offline=true', '--no-pager', `--threshold=${MAX_EXPOSURE}`]
  const { ok, output } = await runCommand('systemd-analyze', ['security', ...options, file])
  const [found] = /Overall exposure level.*: [\d.]+/.exec(output) ?? []
  if (!ok || found === undefined) throw new Error(output)
  return found
}
