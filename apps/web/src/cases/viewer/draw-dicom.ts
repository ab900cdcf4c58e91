import { readDicomPicture } from '@pontic/viewer/dicom'

/** Converts the picture of a DICOM file to one that `<img>` shows. @throws Error if the file has no picture */
export async function drawDicom(bytes: ArrayBuffer): Promise<Blob> {
  const picture = readDicomPicture(new Uint8Array(bytes))
  if (!picture) throw new Error('no picture')
  if ('jpeg' in picture) return new Blob([picture.jpeg], { type: 'image/jpeg' })
  const { widthPx, heightPx, rgba } = picture
  const canvas = new OffscreenCanvas(widthPx, heightPx)
  canvas.getContext('2d')?.putImageData(new ImageData(rgba, widthPx, heightPx), 0, 0)
  return canvas.convertToBlob({ type: 'image/png' })
}
