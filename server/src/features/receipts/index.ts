export { type ReceiptRow, receiptSource } from './store.ts'
