/** Put in by the build. */
declare const HOSTWISE_VERSION: string;
