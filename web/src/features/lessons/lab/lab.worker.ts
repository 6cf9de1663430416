/// <reference lib="webworker" />
import { LabHost, type LabOrder } from './lab-host.ts'

const host = new LabHost()
let last: Promise<void> = Promise.resolve()

addEventListener('message', ({ data }: MessageEvent<LabOrder>) => {
  // In order, however fast orders arrive.
  last = last.then(async () => postMessage(await host.obey(data)))
})
