/** A chunk whose bytes can be read only when the test allows it. */
export class SlowBlob {
  readonly size: number;
  readonly arrayBuffer: () => Promise<ArrayBuffer>;

  constructor(bytes: Uint8Array<ArrayBuffer>, read: Promise<void> = Promise.resolve()) {
    this.size = bytes.byteLength;
    this.arrayBuffer = () => read.then(() => bytes.buffer);
  }
}

/** Behaves like a browser's MediaRecorder, driven by the test. */
export class FakeMediaRecorder extends EventTarget {
  static made: FakeMediaRecorder[] = [];
  static isTypeSupported = (type: string) => type.startsWith("audio/webm");

  state: RecordingState = "inactive";
  timeslice: number | undefined;
  readonly stream: FakeStream;
  readonly options: MediaRecorderOptions;
  /** The last chunk, delivered at the stop, as a browser does. */
  rest = new SlowBlob(new Uint8Array());

  constructor(stream: FakeStream, options: MediaRecorderOptions) {
    super();
    this.stream = stream;
    this.options = options;
    FakeMediaRecorder.made.push(this);
  }

  start(timeslice: number): void {
    this.timeslice = timeslice;
    this.state = "recording";
  }
  pause(): void {
    this.state = "paused";
  }
  resume(): void {
    this.state = "recording";
  }
  requestData(): void {
    this.give(this.rest);
    this.rest = new SlowBlob(new Uint8Array());
  }
  stop(): void {
    if (this.state === "inactive") throw new DOMException("inactive", "InvalidStateError");
    this.state = "inactive";
    // A browser dispatches both events later, in this order.
    queueMicrotask(() => {
      this.give(this.rest);
      this.dispatchEvent(new Event("stop"));
    });
  }
  give(data: SlowBlob): void {
    this.dispatchEvent(Object.assign(new Event("dataavailable"), { data }));
  }
}

/** A microphone's stream with one track, which records whether it was stopped. */
export class FakeStream {
  readonly tracks = [
    {
      stopped: false,
      stop() {
        this.stopped = true;
      },
    },
  ];
  getTracks() {
    return this.tracks;
  }
}
