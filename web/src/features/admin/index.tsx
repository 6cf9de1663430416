export { ReportedLine } from './reported-line.tsx'
