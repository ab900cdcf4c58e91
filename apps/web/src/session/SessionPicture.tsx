export function SessionPicture() {
  return null
}
