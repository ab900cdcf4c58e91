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

/** Icons of the back office's menu entries, fetched by platform administrators only. */
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
