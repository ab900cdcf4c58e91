// Style sheets of Mantine components that only pages behind the sign-in and the open viewer use; loaded with the shell.
import '@mantine/core/styles/Tabs.layer.css'
import '@mantine/core/styles/Skeleton.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import '@mantine/core/styles/SimpleGrid.layer.css'
