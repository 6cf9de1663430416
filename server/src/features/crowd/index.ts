export { chatMetrics } from './chat/chat-metrics.ts'
export { postComment } from './comments/post-comment.ts'
