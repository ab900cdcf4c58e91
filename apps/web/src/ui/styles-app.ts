// Style sheets of Mantine components that only the pages of signed-in users and the viewer of share links use.
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Anchor.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Skeleton.layer.css'
