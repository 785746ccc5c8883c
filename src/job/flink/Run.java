import java.nio.file.Path;

/** Plays the events through {@link Job}. */
public final class Run {
    private Run() {}

    public static void main(String[] args) throws Exception {
        Replay.run(Path.of(args.length > 0 ? args[0] : "."), Job::join);
    }
}
