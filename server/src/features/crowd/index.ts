export { chatMetrics } from './chat/chat-metrics.ts'
export { startChat } from './chat/start-chat.ts'
export { postComment } from './comments/post-comment.ts'
