import type { ChildProcess } from 'node:child_process'

/** Resolves with the next message of a process of the benchmark; rejects if it ends first. */
export function nextMessage<Message>(child: ChildProcess): Promise<Message> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`a process of the benchmark ended (${code})`))
    child.once('exit', onExit)
    child.once('message', (message: Message) => {
      child.off('exit', onExit)
      resolve(message)
    })
  })
}
