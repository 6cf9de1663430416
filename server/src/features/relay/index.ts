export { RelayKey } from './relay-key.ts'
export { openSender, relayPayment } from './relay-payment.ts'
export { runRelay } from './relay-worker.ts'
