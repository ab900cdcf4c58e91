// Style sheets of Mantine components that only the pages of signed-in users and the viewer of share links use.
import '@mantine/core/styles/Tabs.layer.css'
import '@mantine/core/styles/Skeleton.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import '@mantine/core/styles/SimpleGrid.layer.css'
