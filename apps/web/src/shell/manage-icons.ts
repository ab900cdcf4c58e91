import {
  IconBuildings,
  IconDownload,
  IconEraser,
  IconHeadset,
  IconHeartbeat,
  IconHistory,
  IconTags,
  IconUpload,
  IconUsersGroup,
} from '@tabler/icons-react'

/** What stands before the back office's entries in the menu: nobody but the platform's administrators fetches it. */
export const manageIcons = {
  IconBuildings,
  IconDownload,
  IconEraser,
  IconHeadset,
  IconHeartbeat,
  IconHistory,
  IconTags,
  IconUpload,
  IconUsersGroup,
}
