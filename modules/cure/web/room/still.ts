/** R34: a picture of the camera itself at its full resolution, not a grab of what the line carries. */
export async function takeStill(track: MediaStreamTrack): Promise<Blob | null> {
  if ('ImageCapture' in globalThis)
    try {
      const capture = new ImageCapture(track);
      const { imageWidth, imageHeight } = await capture.getPhotoCapabilities();
      return await capture.takePhoto({
        ...(imageWidth?.max && { imageWidth: imageWidth.max }),
        ...(imageHeight?.max && { imageHeight: imageHeight.max }),
      });
    } catch {
      // A camera that takes no photos is asked for a frame.
    }
  return takeFrame(track);
}

/** For browsers without photos: the camera is turned up for one frame and down again. */
async function takeFrame(track: MediaStreamTrack): Promise<Blob | null> {
  const before = track.getSettings();
  const { width, height } = track.getCapabilities?.() ?? {};
  await track
    .applyConstraints({ ...(width?.max && { width: width.max }), ...(height?.max && { height: height.max }) })
    .catch(() => {});
  const video = document.createElement('video');
  video.muted = true;
  video.srcObject = new MediaStream([track]);
  try {
    await video.play();
    const canvas = document.createElement('canvas');
    canvas.width = video.videoWidth;
    canvas.height = video.videoHeight;
    canvas.getContext('2d')?.drawImage(video, 0, 0);
    return await new Promise((done) => canvas.toBlob(done, 'image/jpeg', 0.92));
  } finally {
    video.srcObject = null;
    const { width: w, height: h } = before;
    await track.applyConstraints({ ...(w && { width: w }), ...(h && { height: h }) }).catch(() => {});
  }
}

/** Where it was taken, if the phone may say so; nobody waits for it longer than three seconds. */
export const placeNow = (): Promise<string> =>
  new Promise((done) => {
    const { geolocation } = navigator as { geolocation?: Geolocation };
    if (!geolocation) return done('');
    geolocation.getCurrentPosition(
      ({ coords }) => done(`${coords.latitude.toFixed(5)},${coords.longitude.toFixed(5)}`),
      () => done(''),
      { timeout: 3_000, maximumAge: 60_000 },
    );
  });

const mark = 'still';
/** What the message of a still says beside its picture. */
export const stillText = (place: string): string => (place ? `${mark} ${place}` : mark);
/** The place of a still; null where a picture is none. */
export function stillPlace(body: string): string | null {
  const [first, place = ''] = body.split(' ');
  return first === mark ? place : null;
}
