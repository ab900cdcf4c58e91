import { answerScanTasks } from './scan-task.ts'

answerScanTasks(async () => {})
