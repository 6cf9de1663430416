import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { basename } from 'node:path'

/**
 * Lowers the priority of the calling thread, so that requests go first while all cores are busy. Linux gives each
 * thread its own priority; elsewhere it changes nothing, since it would slow the whole process.
 */
export function yieldToOthers(): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Without /proc the thread runs as it would anyway.
  }
}
