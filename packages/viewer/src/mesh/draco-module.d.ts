/** The decoder alone. The main file of the package also loads the encoder. */
declare module 'draco3d/draco_decoder_nodejs.js' {
  const createDecoder: import('draco3d').DracoDecoderModule
  export default createDecoder
}

/** The encoder, with which tests write files. */
declare module 'draco3d/draco_encoder_nodejs.js' {
  const createEncoder: () => Promise<import('draco3d').EncoderModule>
  export default createEncoder
}
