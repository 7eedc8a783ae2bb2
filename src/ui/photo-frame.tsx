import { ImageOff } from "lucide-react";
import { useEffect, useState } from "react";
import classes from "./photo-frame.module.css";

/**
 * A JPEG in a frame of fixed size, so that nothing moves when the picture arrives.
 * @param props.bytes null if there is no picture; undefined until that is known
 * @param props.fit `stage`: as large as the camera picture, shown whole; `thumbnail`: small, filled
 */
export function PhotoFrame(props: {
  bytes: ArrayBuffer | null | undefined;
  alt: string;
  fit: "stage" | "thumbnail";
}) {
  const { bytes, alt, fit } = props;
  const url = useJpegUrl(bytes ?? null);
  return (
    <div className={classes.frame} data-fit={fit}>
      {url !== null && <img src={url} alt={alt} className={classes.photo} />}
      {bytes === null && (
        <p className={classes.missing}>
          <ImageOff size={24} aria-hidden />
          The photo is not on this device.
        </p>
      )}
    </div>
  );
}

function useJpegUrl(bytes: ArrayBuffer | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (bytes === null) return;
    const made = URL.createObjectURL(new Blob([bytes], { type: "image/jpeg" }));
    setUrl(made);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(made);
    };
  }, [bytes]);
  return url;
}
