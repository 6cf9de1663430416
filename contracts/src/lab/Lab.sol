// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

// Contracts of the labs: a chain inside a page, where losing everything is part of the lesson. Never deployed.

interface IToken {
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
    function balanceOf(address account) external view returns (uint256);
    function allowance(address owner, address spender) external view returns (uint256);
}

/// @notice A shop that asks for an allowance, and whose keeper may take whatever is left of it.
contract LabShop {
    IToken public immutable token;
    address public immutable keeper;
    uint256 public immutable price;
    mapping(address buyer => uint256 count) public bought;

    error OnlyKeeper();

    event Bought(address indexed buyer);

    constructor(IToken token_, address keeper_, uint256 price_) {
        token = token_;
        keeper = keeper_;
        price = price_;
    }

    function buy() external {
        token.transferFrom(msg.sender, address(this), price);
        bought[msg.sender]++;
        emit Bought(msg.sender);
    }

    /// @dev The door that an allowance leaves open.
    function collect(address from) external {
        if (msg.sender != keeper) revert OnlyKeeper();
        uint256 value = token.balanceOf(from);
        uint256 allowed = token.allowance(from, address(this));
        token.transferFrom(from, keeper, value < allowed ? value : allowed);
    }
}

/// @notice Code that an account delegates itself to (EIP-7702): whatever arrives leaves again.
contract LabSweeper {
    address public immutable thief;

    constructor(address thief_) {
        thief = thief_;
    }

    receive() external payable {
        _forward();
    }

    /// @dev Anybody may call it on an account that is delegated here.
    function sweep(IToken token) external {
        uint256 value = token.balanceOf(address(this));
        if (value > 0) token.transfer(thief, value);
        _forward();
    }

    function _forward() private {
        (bool sent,) = thief.call{value: address(this).balance}("");
        require(sent);
    }
}

/// @notice Numbered tickets, all of them the seller's at first.
contract LabTickets {
    mapping(uint256 number => address) public ownerOf;
    mapping(address owner => mapping(address operator => bool)) public isApprovedForAll;
    mapping(uint256 number => address) public getApproved;

    error NotYours();

    event Transfer(address indexed from, address indexed to, uint256 indexed number);
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    constructor(address seller, uint256 count) {
        for (uint256 number = 1; number <= count; number++) {
            ownerOf[number] = seller;
            emit Transfer(address(0), seller, number);
        }
    }

    function transfer(address to, uint256 number) external {
        _move(msg.sender, to, number);
    }

    /// @notice Lets one account move one ticket, once.
    function approve(address to, uint256 number) external {
        if (ownerOf[number] != msg.sender) revert NotYours();
        getApproved[number] = to;
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function transferFrom(address from, address to, uint256 number) external {
        bool isAllowed = isApprovedForAll[from][msg.sender] || getApproved[number] == msg.sender;
        if (from != msg.sender && !isAllowed) revert NotYours();
        _move(from, to, number);
    }

    function _move(address from, address to, uint256 number) private {
        if (ownerOf[number] != from) revert NotYours();
        ownerOf[number] = to;
        delete getApproved[number];
        emit Transfer(from, to, number);
    }
}

/// @notice A constant-product pool of ETH and USDC with a fee of 0.3 %.
contract LabPool {
    IToken public immutable token;

    error TooLittle(uint256 got);

    event Swapped(address indexed by, uint256 paid, uint256 got);

    constructor(IToken token_) {
        token = token_;
    }

    receive() external payable {}

    /// @notice USDC that `wei_` buys now.
    function quote(uint256 wei_) external view returns (uint256) {
        return _out(wei_, address(this).balance, token.balanceOf(address(this)));
    }

    function buy(uint256 least) external payable returns (uint256 got) {
        got = _out(msg.value, address(this).balance - msg.value, token.balanceOf(address(this)));
        if (got < least) revert TooLittle(got);
        token.transfer(msg.sender, got);
        emit Swapped(msg.sender, msg.value, got);
    }

    function sell(uint256 value) external returns (uint256 got) {
        got = _out(value, token.balanceOf(address(this)), address(this).balance);
        token.transferFrom(msg.sender, address(this), value);
        (bool sent,) = msg.sender.call{value: got}("");
        require(sent);
        emit Swapped(msg.sender, value, got);
    }

    function _out(uint256 paid, uint256 reserveIn, uint256 reserveOut) private pure returns (uint256) {
        uint256 afterFee = paid * 997;
        return (afterFee * reserveOut) / (reserveIn * 1000 + afterFee);
    }
}

/// @notice A savings box; everybody's deposits are their own.
contract LabSavings {
    address internal _code;
    address internal _owner;
    IToken public token;
    mapping(address account => uint256) public deposited;

    error TooMuch();

    function deposit(uint256 value) external {
        token.transferFrom(msg.sender, address(this), value);
        deposited[msg.sender] += value;
    }

    function withdraw(uint256 value) external virtual {
        if (deposited[msg.sender] < value) revert TooMuch();
        deposited[msg.sender] -= value;
        token.transfer(msg.sender, value);
    }
}

/// @notice The savings box after its owner has replaced the code: every withdrawal goes to the owner.
contract LabSavingsStolen is LabSavings {
    function withdraw(uint256 value) external override {
        deposited[msg.sender] -= value;
        token.transfer(_owner, value);
    }

    function drain() external {
        token.transfer(_owner, token.balanceOf(address(this)));
    }
}

/// @notice Runs the code its owner names, which the owner may replace. An upgrade waits for `delay` seconds.
contract LabProxy {
    address private _code;
    address private _owner;
    IToken private _token;
    // Far from the slots of the code behind it.
    struct Upgrade {
        address code;
        uint256 readyAt;
        uint256 delay;
    }
    bytes32 private constant SLOT = keccak256("aura.lab.upgrade");

    error OnlyOwner();
    error TooEarly();

    event UpgradeAnnounced(address indexed code, uint256 readyAt);
    event Upgraded(address indexed code);

    constructor(address code_, address owner_, IToken token_, uint256 delay_) {
        _code = code_;
        _owner = owner_;
        _token = token_;
        _upgrade().delay = delay_;
    }

    function code() external view returns (address) {
        return _code;
    }

    function readyAt() external view returns (uint256) {
        return _upgrade().readyAt;
    }

    function announce(address code_) external {
        if (msg.sender != _owner) revert OnlyOwner();
        _upgrade().code = code_;
        _upgrade().readyAt = block.timestamp + _upgrade().delay;
        emit UpgradeAnnounced(code_, _upgrade().readyAt);
    }

    function upgrade() external {
        if (msg.sender != _owner) revert OnlyOwner();
        if (_upgrade().readyAt == 0 || block.timestamp < _upgrade().readyAt) revert TooEarly();
        _code = _upgrade().code;
        emit Upgraded(_code);
    }

    fallback() external {
        address to = _code;
        assembly {
            calldatacopy(0, 0, calldatasize())
            let done := delegatecall(gas(), to, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            if iszero(done) { revert(0, returndatasize()) }
            return(0, returndatasize())
        }
    }

    function _upgrade() private pure returns (Upgrade storage pending) {
        bytes32 slot = SLOT;
        assembly {
            pending.slot := slot
        }
    }
}

/// @notice Keeps the last hash of each battle's receipt, and who has called which of its lines a forgery.
contract LabReceipts {
    mapping(uint256 battle => bytes32) public head;
    mapping(address judge => mapping(uint256 battle => uint256 line)) public called;

    event Posted(uint256 indexed battle, bytes32 head);

    function post(uint256 battle, bytes32 head_) external {
        require(head[battle] == 0);
        head[battle] = head_;
        emit Posted(battle, head_);
    }

    /// @param line Counted from 1; 0 says that the receipt is genuine.
    function judge(uint256 battle, uint256 line) external {
        called[msg.sender][battle] = line + 1;
    }
}

/// @notice Burns gas in every way that costs a replay time. For tests and the benchmark.
contract LabBurner {
    mapping(uint256 => uint256) private _slots;

    function spin() external pure {
        for (;;) {}
    }

    function hash() external pure {
        bytes32 value;
        for (;;) value = keccak256(abi.encode(value));
    }

    function store() external {
        for (uint256 i = 1;; i++) _slots[i] = i;
    }

    function recover() external pure {
        for (uint256 i = 1;; i++) ecrecover(bytes32(i), 27, bytes32(uint256(1)), keccak256(abi.encode(i)) >> 1);
    }

    function recall() external view {
        for (;;) this.nothing();
    }

    function nothing() external pure {}
}
