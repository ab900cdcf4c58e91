import type { PullSetting, PushSetting } from '@pontic/contract'

/** Out to an organization's software, or in from a scanner or another system. */
export type Way = 'push' | 'pull'

/** What a setting is, whichever way it leads. */
export type Setting = PushSetting | PullSetting
